/** Starts the desktop app: the only thing that the entry calls. */
export function startDesktop(): void {
  throw new Error('The shell is being written');
}
