import type { z } from 'zod';

import type { StopSignal } from './stop-signal.ts';
import { accountCalls, accountTopics } from './features/account/contract.ts';
import { actingCalls } from './features/edit/contract.ts';
import { activityCalls, activityTopics } from './features/activity/contract.ts';
import { browseCalls } from './features/browse/contract.ts';
import { alertsCalls } from './features/alerts/contract.ts';
import { attentionCalls, attentionTopics } from './features/attention/contract.ts';
import { chatFileCalls } from './features/chat/files-contract.ts';
import { chatCalls, chatTopics } from './features/chat/contract.ts';
import { contentCalls, contentTopics } from './features/preview/contract.ts';
import { connectionCalls } from './features/connections/contract.ts';
import { conflictsCalls, conflictsTopics, guardsCalls } from './features/attention/conflicts-contract.ts';
import { detailsCalls } from './features/details/contract.ts';
import { diagnosticsCalls, diagnosticsTopics } from './features/diagnostics/contract.ts';
import { downloadToCalls } from './features/edit/save-copy-contract.ts';
import { dropsCalls } from './features/drops/contract.ts';
import { filesCalls, filesTopics } from './features/browse/files-contract.ts';
import { leavingCalls } from './features/sign-out/contract.ts';
import { libraryCalls } from './features/library/contract.ts';
import { limitsCalls } from './features/settings/limits-contract.ts';
import { managedCalls } from './features/settings/managed-contract.ts';
import { monitoringCalls } from './features/monitoring/contract.ts';
import { networkCalls } from './features/settings/network-contract.ts';
import { mirrorsCalls, mirrorsTopics } from './features/mirrors/contract.ts';
import { exportCalls, exportTopics, organizationCalls } from './features/organization/contract.ts';
import { oversightCalls } from './features/organization/oversight-contract.ts';
import { powerCalls } from './features/settings/power-contract.ts';
import { problemsCalls } from './features/attention/problems-contract.ts';
import { projectCalls } from './features/projects/contract.ts';
import { rulesCalls } from './features/mirrors/rules-contract.ts';
import { searchCalls } from './features/search/contract.ts';
import { settingsCalls, settingsTopics } from './features/settings/contract.ts';
import { setUpCalls, setUpTopics } from './features/set-up/contract.ts';
import { sharingCalls } from './features/sharing/contract.ts';
import { signInCalls } from './features/account/sign-in-contract.ts';
import { storeCalls } from './features/trash/contract.ts';
import { syncCalls, syncTopics } from './features/status/contract.ts';
import { versionsCalls } from './features/versions/contract.ts';
import { whyCalls } from './features/activity/why-contract.ts';
import { windowCalls } from './features/status/window-contract.ts';
import { zonesCalls, zonesTopics } from './features/zones/contract.ts';

/** Everything a window or the command line may ask of the engine. */
export const calls = {
  ...accountCalls,
  ...leavingCalls,
  ...signInCalls,
  ...setUpCalls,
  ...mirrorsCalls,
  ...syncCalls,
  ...filesCalls,
  ...browseCalls,
  ...actingCalls,
  ...dropsCalls,
  ...downloadToCalls,
  ...libraryCalls,
  ...contentCalls,
  ...detailsCalls,
  ...versionsCalls,
  ...sharingCalls,
  ...chatCalls,
  ...chatFileCalls,
  ...organizationCalls,
  ...exportCalls,
  ...projectCalls,
  ...oversightCalls,
  ...connectionCalls,
  ...attentionCalls,
  ...alertsCalls,
  ...conflictsCalls,
  ...guardsCalls,
  ...problemsCalls,
  ...rulesCalls,
  ...whyCalls,
  ...searchCalls,
  ...storeCalls,
  ...activityCalls,
  ...settingsCalls,
  ...managedCalls,
  ...limitsCalls,
  ...networkCalls,
  ...monitoringCalls,
  ...powerCalls,
  ...diagnosticsCalls,
  ...windowCalls,
  ...zonesCalls,
};

/** Everything they may hear. A new subscriber receives the latest value at once. */
export const topics = {
  ...accountTopics,
  ...setUpTopics,
  ...mirrorsTopics,
  ...syncTopics,
  ...filesTopics,
  ...contentTopics,
  ...exportTopics,
  ...attentionTopics,
  ...chatTopics,
  ...conflictsTopics,
  ...activityTopics,
  ...settingsTopics,
  ...diagnosticsTopics,
  ...zonesTopics,
};

export type CallName = keyof typeof calls;
export type Input<N extends CallName> = z.infer<(typeof calls)[N]['input']>;
export type Output<N extends CallName> = z.infer<(typeof calls)[N]['output']>;
export type TopicName = keyof typeof topics;
export type TopicValue<N extends TopicName> = z.infer<(typeof topics)[N]>;

/**
 * The engine's answers. A missing one does not compile. `signal`: the caller no longer waits for the answer, because it
 * cancelled or hung up; only what is done for the answer alone may end with it.
 */
export type Handlers = { readonly [N in CallName]: (input: Input<N>, signal?: StopSignal) => Promise<Output<N>> };
