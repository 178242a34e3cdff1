/** The single file and the embed are whole as they are: nothing is installed. */
export function installOffline(_element: Element): void {}
