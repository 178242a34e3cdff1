/** The hosted page and the single file bring their still pictures in their HTML: see still.ts. */
export default {};
