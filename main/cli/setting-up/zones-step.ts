import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { planZones } from '../commands/zones/zone-plan.ts';
import type { Part } from './setup-step.ts';

/** Zones that the file does not name stay as they are. */
export const zonesPart: Part['plan'] = async ({ zones }, { client, absolute }) => {
  if (zones === undefined) return [];
  const wishes = zones.map(wish => ({ ...wish, folder: absolute(wish.folder) }));
  return (await planZones(client, wishes)).map(({ kind, name, apply }) => ({ text: texts.zone(kind, name), apply }));
};
