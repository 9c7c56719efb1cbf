/**
 * Called by electron-builder before it packs. False: no packages are collected and none is rebuilt, because all code is
 * bundled and all binaries are in place.
 */
export function beforeBuild(): Promise<boolean> {
  return Promise.resolve(false);
}
