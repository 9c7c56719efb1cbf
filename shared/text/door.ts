/**
 * What the browser door says to a request that it does not let in, and on the command line when it is started wrongly.
 */
export const browserServerTexts = {
  wrongHost: 'This is a Benchtop window. Open it with the exact address that Benchtop printed.',
  wrongOrigin: 'Only the Benchtop window itself may ask this address for anything.',
  noSession: "This address is no longer open. Run 'benchtop window' for a fresh one.",
  notThere: 'There is nothing at this address.',
  onlyReading: 'A Benchtop window answers GET requests only.',
  broken: 'Benchtop could not answer this. Reload the page.',
  noBuild: (folder: string) => `The window is not built yet: ${folder} has no index.html. Run 'npm run build' first.`,
  portTaken: (port: number) =>
    `Port ${port} on 127.0.0.1 is in use by another program. Choose another port, or 0 for a free one.`,
  portRefused: (port: number, code: string) =>
    `The window cannot listen on port ${port} (${code}). Choose another port, or 0 for a free one.`,
} as const;
