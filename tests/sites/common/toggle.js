/** The theme button of the sites that bring none: each names on the button what it sets on the root. */
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-sets]") : null;
  if (!(button instanceof HTMLElement)) return;
  const root = document.documentElement;
  if (button.dataset.sets === "class") root.classList.toggle("dark");
  else root.setAttribute(button.dataset.sets ?? "", root.matches(DARK) ? "light" : "dark");
});

const DARK = '[data-theme="dark"], [data-mode="dark"], [data-bs-theme="dark"]';
