import type { Scene } from './scene.ts';
import { accountScenes } from './scenes/people/account.ts';
import { actingScenes } from './scenes/files/edit.ts';
import { activityScenes } from './scenes/attention/activity.ts';
import { attentionScenes } from './scenes/attention/attention.ts';
import { chatScenes } from './scenes/chat/chat.ts';
import { chatWritingScenes } from './scenes/chat/chat-writing.ts';
import { comparedFileScenes } from './scenes/versions/compared-files.ts';
import { comparisonScenes } from './scenes/versions/comparison.ts';
import { connectionScenes } from './scenes/people/connections.ts';
import { decisionScenes } from './scenes/attention/decisions.ts';
import { diagnosticsScenes } from './scenes/attention/diagnostics.ts';
import { filesScenes } from './scenes/files/files.ts';
import { folderFactScenes } from './scenes/files/folder-facts.ts';
import { frameScenes } from './scenes/files/frame.ts';
import { libraryScenes } from './scenes/files/library.ts';
import { organizationScenes } from './scenes/people/organization.ts';
import { placeScenes } from './scenes/files/places.ts';
import { pictureScenes } from './scenes/files/pictures.ts';
import { previewScenes } from './scenes/files/preview.ts';
import { projectScenes } from './scenes/people/projects.ts';
import { searchScenes } from './scenes/files/search.ts';
import { askingScenes } from './scenes/attention/questions.ts';
import { removalScenes } from './scenes/files/removals.ts';
import { ruleScenes } from './scenes/files/ignore-rules.ts';
import { settingsScenes } from './scenes/people/settings.ts';
import { setUpScenes } from './scenes/people/set-up.ts';
import { sharingReportScenes } from './scenes/people/sharing-report.ts';
import { sharingScenes } from './scenes/people/sharing.ts';
import { signScenes } from './scenes/files/signs.ts';
import { signInScenes } from './scenes/people/sign-in.ts';
import { takingScenes } from './scenes/files/download.ts';
import { versionScenes } from './scenes/versions/versions.ts';
import { workingCopyScenes } from './scenes/chat/working-copies.ts';
import { zoneScenes } from './scenes/attention/zones.ts';

/** Everything there is to look at, in the order in which a person would meet it. */
export const SCENES: readonly Scene[] = [
  ...signInScenes,
  ...setUpScenes,
  ...filesScenes,
  ...folderFactScenes,
  ...signScenes,
  ...placeScenes,
  ...libraryScenes,
  ...actingScenes,
  ...removalScenes,
  ...takingScenes,
  ...previewScenes,
  ...pictureScenes,
  ...searchScenes,
  ...attentionScenes,
  ...askingScenes,
  ...decisionScenes,
  ...versionScenes,
  ...comparisonScenes,
  ...comparedFileScenes,
  ...sharingScenes,
  ...chatScenes,
  ...chatWritingScenes,
  ...workingCopyScenes,
  ...activityScenes,
  ...settingsScenes,
  ...ruleScenes,
  ...accountScenes,
  ...connectionScenes,
  ...zoneScenes,
  ...organizationScenes,
  ...sharingReportScenes,
  ...projectScenes,
  ...diagnosticsScenes,
  ...frameScenes,
];
