/**
 * The base of the element's reactive controllers: Lit calls their `host…` methods with its own, in
 * the order of creation.
 */
import type { ReactiveController } from "lit";
import type { PageElement } from "./page.js";

export abstract class Controller implements ReactiveController {
  constructor(protected readonly host: PageElement) {
    host.addController(this);
  }

  hostConnected(): void {}
}
