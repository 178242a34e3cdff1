/** The widest window that gets the narrow still picture. */
export const NARROW_WINDOW = 480;
