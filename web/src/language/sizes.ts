/** The most rows of a head's small picture. */
export const THUMBNAIL = 24;
