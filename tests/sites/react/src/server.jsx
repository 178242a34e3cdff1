import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./App.jsx";

export const render = (start) =>
  renderToString(
    <StrictMode>
      <App start={start} />
    </StrictMode>,
  );
