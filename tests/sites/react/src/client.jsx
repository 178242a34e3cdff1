import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./App.jsx";

hydrateRoot(
  document.getElementById("root"),
  <StrictMode>
    <App start={location.pathname} />
  </StrictMode>,
  { onRecoverableError: (error) => console.error(`recovered: ${error.message}`) },
);
