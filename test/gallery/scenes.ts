import type { Scene } from './scene.ts';
import { accountScenes } from './scenes/account.ts';
import { actingScenes } from './scenes/acting.ts';
import { activityScenes } from './scenes/activity.ts';
import { attentionScenes } from './scenes/attention.ts';
import { chatScenes } from './scenes/chat.ts';
import { chatWritingScenes } from './scenes/chat-writing.ts';
import { comparedFileScenes } from './scenes/compared-files.ts';
import { comparisonScenes } from './scenes/comparison.ts';
import { connectionScenes } from './scenes/connections.ts';
import { decisionScenes } from './scenes/decisions.ts';
import { diagnosticsScenes } from './scenes/diagnostics.ts';
import { filesScenes } from './scenes/files.ts';
import { frameScenes } from './scenes/frame.ts';
import { libraryScenes } from './scenes/library.ts';
import { organizationScenes } from './scenes/organization.ts';
import { placeScenes } from './scenes/places.ts';
import { previewScenes } from './scenes/preview.ts';
import { projectScenes } from './scenes/projects.ts';
import { searchScenes } from './scenes/search.ts';
import { askingScenes } from './scenes/questions.ts';
import { removalScenes } from './scenes/removals.ts';
import { ruleScenes } from './scenes/rules.ts';
import { settingsScenes } from './scenes/settings.ts';
import { setUpScenes } from './scenes/set-up.ts';
import { sharingScenes } from './scenes/sharing.ts';
import { signInScenes } from './scenes/sign-in.ts';
import { takingScenes } from './scenes/taking.ts';
import { versionScenes } from './scenes/versions.ts';
import { workingCopyScenes } from './scenes/working-copies.ts';
import { zoneScenes } from './scenes/zones.ts';

/** Everything there is to look at, in the order in which a person would meet it. */
export const SCENES: readonly Scene[] = [
  ...signInScenes,
  ...setUpScenes,
  ...filesScenes,
  ...placeScenes,
  ...libraryScenes,
  ...actingScenes,
  ...removalScenes,
  ...takingScenes,
  ...previewScenes,
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
  ...projectScenes,
  ...diagnosticsScenes,
  ...frameScenes,
];
