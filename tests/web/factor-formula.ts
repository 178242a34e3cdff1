/** The number of a factor of the atlas, from its formula as the page writes it. */

type Letters = Readonly<Record<string, number>>;

const FUNCTIONS: Readonly<Record<string, (x: number) => number>> = {
  "√": Math.sqrt,
  ln: Math.log,
  softplus: (x) => Math.log1p(Math.exp(x)),
};

const TOKEN = /\s*(\d+(?:\.\d+)?|ln|softplus|dₖ|[A-Za-z]|[√²^()+·/])/y;

function tokensOf(formula: string): string[] {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < formula.length) {
    const found = token.exec(formula)?.[1];
    if (found === undefined) throw new Error(`Not a formula: "${formula}".`);
    tokens.push(found);
  }
  return tokens;
}

/**
 * sum = product { + product }, product = power { (· | /) power }, power = value [² | ^ value],
 * value = number | letter | function value | (sum).
 */
export function factorValue(formula: string, letters: Letters): number {
  const tokens = tokensOf(formula);
  let next = 0;
  const takes = (sign: string): boolean => {
    if (tokens[next] !== sign) return false;
    next += 1;
    return true;
  };
  function value(): number {
    const token = tokens[next] ?? "";
    next += 1;
    const apply = FUNCTIONS[token];
    if (apply !== undefined) return apply(value());
    if (token === "(") {
      const inside = sum();
      if (!takes(")")) throw new Error(`A bracket is open in "${formula}".`);
      return inside;
    }
    const number = /^\d/.test(token) ? Number(token) : letters[token];
    if (number === undefined) throw new Error(`"${token}" has no value in "${formula}".`);
    return number;
  }
  function power(): number {
    const base = value();
    if (takes("²")) return base ** 2;
    return takes("^") ? base ** value() : base;
  }
  function product(): number {
    let result = power();
    while (true) {
      if (takes("·")) result *= power();
      else if (takes("/")) result /= power();
      else return result;
    }
  }
  function sum(): number {
    let result = product();
    while (takes("+")) result += product();
    return result;
  }
  const result = sum();
  if (next < tokens.length) throw new Error(`"${tokens[next]}" is too much in "${formula}".`);
  return result;
}
