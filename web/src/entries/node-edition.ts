/**
 * The edition of Node, which draws stills: no worker, so experiments run in the process, and no
 * page.
 */
import {
  layersModule,
  startFirst,
  startLayers,
  startWhole,
  wholeModule,
} from "../engine/inside.js";
import type { Edition } from "../experiments/edition.js";

function none(): never {
  throw new Error("Node has neither the page's worker nor the page.");
}

export const NODE: Edition = {
  startFirst,
  startWhole,
  wholeModule,
  startLayers,
  layersModule,
  language: none,
  createWorker: none,
  pageBeside: none,
  pageSource: none,
};
