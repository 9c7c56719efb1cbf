import type { z } from 'zod';

import type { StopSignal } from '../stop-signal.ts';
import { accountCalls, accountTopics } from './account.ts';
import { actingCalls } from './acting.ts';
import { activityCalls, activityTopics } from './activity.ts';
import { browseCalls } from './browse.ts';
import { alertsCalls } from './alerts.ts';
import { attentionCalls, attentionTopics } from './attention.ts';
import { chatFileCalls } from './chat-files.ts';
import { chatCalls, chatTopics } from './chat.ts';
import { contentCalls, contentTopics } from './content.ts';
import { connectionCalls } from './connections.ts';
import { conflictsCalls, conflictsTopics, guardsCalls } from './conflicts.ts';
import { detailsCalls } from './details.ts';
import { diagnosticsCalls, diagnosticsTopics } from './diagnostics.ts';
import { downloadToCalls } from './download-to.ts';
import { dropsCalls } from './drops.ts';
import { filesCalls, filesTopics } from './files.ts';
import { leavingCalls } from './leaving.ts';
import { libraryCalls } from './library.ts';
import { limitsCalls } from './limits.ts';
import { managedCalls } from './managed.ts';
import { monitoringCalls } from './monitoring.ts';
import { networkCalls } from './network.ts';
import { mirrorsCalls, mirrorsTopics } from './mirrors.ts';
import { exportCalls, exportTopics, organizationCalls } from './organization.ts';
import { oversightCalls } from './oversight.ts';
import { powerCalls } from './power.ts';
import { problemsCalls } from './problems.ts';
import { projectCalls } from './projects.ts';
import { rulesCalls } from './rules.ts';
import { searchCalls } from './search.ts';
import { settingsCalls, settingsTopics } from './settings.ts';
import { setUpCalls, setUpTopics } from './set-up.ts';
import { sharingCalls } from './sharing.ts';
import { signInCalls } from './sign-in.ts';
import { storeCalls } from './store.ts';
import { syncCalls, syncTopics } from './sync.ts';
import { versionsCalls } from './versions.ts';
import { whyCalls } from './why.ts';
import { windowCalls } from './window.ts';
import { zonesCalls, zonesTopics } from './zones.ts';

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
 * The engine's answers. A missing one does not compile. `signal`: nobody waits for the answer any more, because whoever
 * asked said so or hung up; only what is done for the answer alone may end with it.
 */
export type Handlers = { readonly [N in CallName]: (input: Input<N>, signal?: StopSignal) => Promise<Output<N>> };
