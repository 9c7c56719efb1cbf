/** As much of the browser's guard of script addresses as is used; older ones have none. */
interface ScriptGuard {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** Only scripts of the window's own build become workers. The page's policy allows this name once. */
const policy = (globalThis as { readonly trustedTypes?: ScriptGuard }).trustedTypes?.createPolicy('app', {
  createScriptURL: address => {
    if (new URL(address, window.location.href).origin !== window.location.origin)
      throw new TypeError('A worker is only started from the window’s own files');
    return address;
  },
});

/** Starts a worker. @param address of one of our own scripts, as the build names it. */
export function startWorker(address: string): Worker {
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
}
