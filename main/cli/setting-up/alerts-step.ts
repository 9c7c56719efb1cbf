import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import type { Part } from './setup-step.ts';

/** The engine compares: a webhook's address is never told. */
export const alertsPart: Part['plan'] = async ({ alerts }, { client }) => {
  if (alerts === undefined) return [];
  const { changed } = await client.call('alerts.set', { wish: alerts, dryRun: true });
  if (!changed) return [];
  return [{ text: texts.told, apply: () => client.call('alerts.set', { wish: alerts, dryRun: false }) }];
};

/** Whether a file is written for monitoring. */
export const monitoringPart: Part['plan'] = async ({ monitoring }, { client }) => {
  if (monitoring === undefined) return [];
  const { statusFile } = monitoring;
  if ((await client.call('monitoring.settings', null)).statusFile === statusFile) return [];
  return [{ text: texts.statusFile(statusFile), apply: () => client.call('monitoring.set', { statusFile }) }];
};
