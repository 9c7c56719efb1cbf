import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Coming {
  readonly platform: { readonly nodeName: string };
  readonly arch: string;
}

/**
 * Called by electron-builder before it packs. @returns false: no packages are collected and none is rebuilt, because all code is
 * bundled and all binaries are in place. @throws Error when something is missing, which electron-builder would leave out silently.
 */
export async function beforeBuild({ platform, arch }: Coming): Promise<boolean> {
  const target = `${platform.nodeName}-${arch}`;
  for (const folder of ['app', `app/native/${target}`, `runtime/${target}`]) {
    if (existsSync(fileURLToPath(new URL(`../../out/${folder}`, import.meta.url)))) continue;
    throw new Error(`There is no out/${folder}. Run npm run build:app on a computer of the kind ${target} first.`);
  }
  return false;
}
