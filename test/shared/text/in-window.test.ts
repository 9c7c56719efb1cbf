import { expect, test } from 'vitest';

import type { ServiceId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { faultLine, faultText } from '../../../shared/text/faults.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { onlineOnlyTexts } from '../../../shared/features/browse/online-only-text.ts';
import { openTexts } from '../../../shared/features/status/open-items-text.ts';
import { pauseTexts } from '../../../shared/features/status/pauses-text.ts';
import { exportTexts, organizationTexts } from '../../../shared/features/organization/text.ts';
import { projectTexts } from '../../../shared/features/projects/text.ts';
import { troubleLine } from '../../../shared/features/attention/troubles-text.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import { spaceTexts } from '../../../shared/text/space.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { whyTexts } from '../../../shared/features/activity/why-text.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';

const FOLDER = '11111111-0000-4000-8000-000000000001' as ServiceId;
const lost = faultText({ kind: 'root-lost', path: '/home/ada/Lab', why: 'missing' });
const wider = faultText({ kind: 'wider-audience', path: 'a.csv', folder: FOLDER, who: null });

test.each([
  [openTexts.waits('a b.csv'), "'a b.csv' waits for another item or folder that has to come or go first."],
  [
    whyTexts.onlineOnly,
    'Its space here was freed, so it is only at the service. To have it here again, choose Keep offline.',
  ],
  [lost.remedy, 'Connect its disk or put the folder back. If you moved it, say where it is now.'],
  [wider.remedy, 'Let it go there, or put it back where it was.'],
  [
    troubleLine(
      { kind: 'not-allowed', messages: [] },
      { path: 'a b.csv', isMirror: false, hasUnsent: true, id: 'm1 a b.csv' },
    ),
    "The service lets you view this, but not change it. Your change is kept on this computer; the service's version is as it was. Copy your version to a folder of your own, or ask someone with the admin role for access.",
  ],
  [
    problemTexts.onlyReceives('a.csv', 'm1 a b.csv'),
    "'a.csv' was changed here, but this mirror only receives: your change is kept on this computer and not sent. To keep it at the service too, copy it to a folder of your own under Attention.",
  ],
  [organizationTexts.invitedAlready('a@b.example'), 'a@b.example has an open invitation already.'],
  [exportTexts.failed, 'The service could not build the bundle.'],
  [projectTexts.memberAlready('Jonas', 'viewer'), 'Jonas is in the project already, as viewer.'],
  [organizationTexts.none, 'No organization is chosen. Choose one on the page of your account.'],
  [problemTexts.unknown('x'), "There is no problem 'x'."],
  [zoneTexts.noZone('z1'), "There is no zone 'z1'."],
  [zoneTexts.noRun, 'There is no such run.'],
  [
    zoneTexts.fault({ kind: 'gone', messages: [] }),
    'The destination was removed or archived. Bring it back there, or choose another one under Change.',
  ],
])('the window says without a command: %s', (told, said) => expect(inWindow(told)).toBe(said));

test.each([
  pauseTexts.allPaused,
  pauseTexts.stillPaused('battery'),
  spaceTexts.tooLittle('Lab', 2, 1),
  onlineOnlyTexts.notMirrored('a.csv'),
  onlineOnlyTexts.freed('2 files', '3 kB'),
  refusalTexts.mirrorsOwn,
  refusalTexts.noId('x'),
  storeTexts.unknown('s1'),
  faultLine({ kind: 'old-version', path: 'a.csv', at: null }),
])('no command is left in: %s', told => expect(inWindow(told)).not.toContain('benchtop'));

test('what names no command stays as it is', () => {
  const text = "'benchtop notes.md' is still changing. It is sent when it has been quiet for a moment.";
  expect(inWindow(text)).toBe(text);
});

test('what turns text around is written out, and a sentence stays on its line', () =>
  expect(inWindow("'a\u202Evsc.exe' stays\nhere.")).toBe(String.raw`'a\u202evsc.exe' stays here.`));
