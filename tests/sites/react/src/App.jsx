import { useEffect, useState } from "react";
import { Figure } from "./Figure.jsx";
import { BASE, LEAD, TAIL } from "./texts.js";

export function App({ start }) {
  const [path, setPath] = useState(start);
  useEffect(() => {
    const read = () => setPath(location.pathname);
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  const go = (event) => {
    event.preventDefault();
    history.pushState(null, "", event.currentTarget.href);
    setPath(location.pathname);
  };
  if (path.endsWith("other.html"))
    return (
      <>
        <h1>The other page</h1>
        <a href={`${BASE}figure.html`} onClick={go}>
          Back to the figure
        </a>
      </>
    );
  return (
    <>
      <h1>The figure</h1>
      <p>{LEAD}</p>
      <Figure />
      <p>
        {TAIL}{" "}
        <a href={`${BASE}other.html`} onClick={go}>
          The other page
        </a>
      </p>
    </>
  );
}
