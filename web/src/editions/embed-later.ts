/** The scripts that the first screen does not need, as parts of the one script: for the embed. */

import * as alone from "../alone/index.js";
import * as takeAway from "../export/index.js";
import * as programs from "../export/program.js";
import * as workers from "../lab/helper.js";
import * as reasons from "../parts/sections.js";
import * as story from "../story/index.js";
import * as documents from "../text/documents.js";
import * as versions from "../versions/index.js";
import * as framed from "./framed.js";

export const loadWorkers = async () => workers;
export const loadReasons = async () => reasons;
export const loadStory = async () => story;
export const loadTakeAway = async () => takeAway;
export const loadAlone = async () => alone;
export const loadPrograms = async () => programs;
export const loadVersions = async () => versions;
export const loadDocuments = async () => documents;
export const loadFraming = async () => framed;
