export const en = {
  counted: { squares: "sums" },
  heading: "Odd numbers add up to squares",
  text: [`The sum of the first $toyCount$ odd numbers is a square.`],
  try: "set the number of terms to 20: the last sum is 400.",
  terms: "Terms",
  title: "Sums of odd numbers",
  label: "Sums of the first odd numbers",
  corner: "terms",
  column: "sum",
} as const;
