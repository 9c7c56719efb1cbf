import { completionRows } from '../completing/completion-commands.ts';
import type { Row } from '../runner/command-row.ts';
import { setupRows } from '../setting-up/setup-command.ts';
import { serviceRows } from '../unattended/service-commands.ts';
import { accountRows } from './account/account-commands.ts';
import { computerRows } from './account/computer-command.ts';
import { configRows } from './account/config-commands.ts';
import { activityRows } from './activity/activity-commands.ts';
import { undoRows } from './activity/undo-commands.ts';
import { alertRows } from './attention/alert-commands.ts';
import { attentionRows, conflictRows, guardRows } from './attention/attention-commands.ts';
import { problemRows } from './attention/problem-commands.ts';
import { whyRows } from './attention/why-commands.ts';
import { chatRows } from './chat/chat-commands.ts';
import { connectionRows } from './connections/connection-commands.ts';
import { daemonRows } from './daemon/daemon-commands.ts';
import { diagnosticsRows } from './daemon/diagnostics-commands.ts';
import { managedRows } from './daemon/managed-commands.ts';
import { metricsRows } from './daemon/metrics-commands.ts';
import { nowRows } from './daemon/status-commands.ts';
import { stopRows } from './daemon/stop-command.ts';
import { syncRows } from './daemon/sync-commands.ts';
import { fileRows } from './files/file-commands.ts';
import { listRows, removedRows } from './files/list-commands.ts';
import { onlineOnlyRows } from './files/online-only-commands.ts';
import { lookRows } from './files/preview-commands.ts';
import { searchRows } from './files/search-commands.ts';
import { storeRows } from './files/trash-commands.ts';
import { libraryRows } from './library/library-commands.ts';
import { ignoreRows } from './mirrors/ignore-commands.ts';
import { limitRows } from './mirrors/limit-commands.ts';
import { mirrorRows } from './mirrors/mirror-commands.ts';
import { networkRows } from './mirrors/network-commands.ts';
import { pauseRows } from './mirrors/pause-commands.ts';
import { exportRows } from './organization/export-commands.ts';
import { orgRows } from './organization/org-commands.ts';
import { projectRows } from './organization/project-commands.ts';
import { shareRows } from './sharing/share-commands.ts';
import { versionRows } from './versions/versions-commands.ts';
import { zoneRows } from './zones/zones-commands.ts';

/** Every command there is, in the order in which help lists them; a group comes before what is in it. */
export const COMMANDS: readonly Row[] = [
  ...accountRows,
  ...mirrorRows,
  ...syncRows,
  ...nowRows,
  ...pauseRows,
  ...limitRows,
  ...networkRows,
  ...attentionRows,
  ...alertRows,
  ...conflictRows,
  ...guardRows,
  ...problemRows,
  ...whyRows,
  ...ignoreRows,
  ...listRows,
  ...fileRows,
  ...libraryRows,
  ...onlineOnlyRows,
  ...versionRows,
  ...shareRows,
  ...chatRows,
  ...orgRows,
  ...projectRows,
  ...connectionRows,
  ...exportRows,
  ...removedRows,
  ...searchRows,
  ...lookRows,
  ...storeRows,
  ...undoRows,
  ...activityRows,
  ...configRows,
  ...managedRows,
  ...computerRows,
  ...diagnosticsRows,
  ...zoneRows,
  ...setupRows,
  ...serviceRows,
  ...metricsRows,
  ...daemonRows,
  ...stopRows,
  ...completionRows,
];
