import { expect, test } from 'vitest';

import { toolTexts } from '../../../shared/features/diagnostics/text.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import { oversightWindow } from '../../../shared/features/organization/oversight-window-text.ts';
import { tableTexts } from '../../../shared/features/preview/pane-text.ts';
import { searchTexts } from '../../../shared/features/search/text.ts';
import { faultText } from '../../../shared/text/faults.ts';

const SAID: readonly (readonly [string, (count: number) => string])[] = [
  ['a file added to a mirrored folder', dropTexts.here],
  ['a file added at the service', count => dropTexts.service(count)],
  ['a file that gets a number', dropTexts.moreRenamed],
  ['a file that becomes a draft', count => dropTexts.drafts.what('Drafts', count)],
  ['a line of the audit log', oversightWindow.audit.saved],
  ['a file whose bytes were read', count => toolTexts.verify.same(count, 10)],
  ['a file that the service was not asked about', searchTexts.notAsked],
  ['a byte that is no text', tableTexts.zeroBytes],
  ['a file of a service that was set back', files => faultText({ kind: 'set-back', files }).sentence],
];

test.each(SAID)('of one nothing is said as of several: %s', (_, said) => {
  expect(said(1)).not.toMatch(/\b(they|them|their|these|get|files|versions)\b|^1 line .* are|byte, which are/i);
  expect(said(2)).toMatch(/\b(they|their|are)\b/i);
});
