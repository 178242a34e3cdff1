/**
 * Whether a key or a click comes with a modifier. It is the browser's then: Alt+← goes back,
 * Shift+↑ selects, Ctrl or Cmd and a click open a tab.
 */
export const modified = ({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: KeyboardEvent | MouseEvent): boolean => altKey || ctrlKey || metaKey || shiftKey;
