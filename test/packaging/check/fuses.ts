import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** How each fuse must stand (security.md S60). */
export const FUSES = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
} as const satisfies { readonly [F in keyof typeof FuseV1Options]?: boolean };

/** In the wire, on is the character 1. */
const ON = '1'.charCodeAt(0);

/** One sentence for each fuse of a program that stands otherwise. */
export async function breachesOfFuses(program: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(program);
  return Object.entries(FUSES).flatMap(([name, wanted]) => {
    const isOn = Number(wire[FuseV1Options[name as keyof typeof FUSES]]) === ON;
    return isOn === wanted ? [] : [`the fuse ${name} is ${isOn ? 'on' : 'off'}`];
  });
}
