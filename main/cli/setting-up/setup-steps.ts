import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { accountPart, keyEndPart } from './account-step.ts';
import { alertsPart, monitoringPart } from './alerts-step.ts';
import { mirrorsPart } from './mirrors-step.ts';
import type { Part } from './setup-step.ts';
import { kindPart, limitsPart, namePart, settingsPart } from './settings-steps.ts';
import { zonesPart } from './zones-step.ts';

const { parts: names } = texts;

/** Everything that a set-up file sets up, in the order in which it is done. */
export const PARTS: readonly Part[] = [
  { name: names.account, field: 'format', needsAccount: false, plan: accountPart },
  { name: names.keyExpires, field: 'keyExpires', needsAccount: true, plan: keyEndPart },
  { name: names.computer, field: 'computer', needsAccount: false, plan: namePart },
  { name: names.kind, field: 'kind', needsAccount: false, plan: kindPart },
  { name: names.settings, field: 'settings', needsAccount: false, plan: settingsPart },
  { name: names.limits, field: 'limits', needsAccount: false, plan: limitsPart },
  { name: names.alerts, field: 'alerts', needsAccount: false, plan: alertsPart },
  { name: names.monitoring, field: 'monitoring', needsAccount: false, plan: monitoringPart },
  { name: names.mirrors, field: 'mirrors', needsAccount: true, plan: mirrorsPart },
  { name: names.zones, field: 'zones', needsAccount: true, plan: zonesPart },
];
