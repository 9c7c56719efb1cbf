import type { Fault } from '../../../../shared/fault.ts';
import type { ServiceId } from '../../../../shared/ids.ts';
import type { AttentionItem } from '../../../../shared/features/attention/model.ts';
import { attentionWords, fixLabel, fixWords } from '../../../../shared/features/attention/text.ts';
import { troubleOf } from '../../../../shared/features/attention/troubles-text.ts';
import type { Scene } from '../../scene.ts';
import { ATTENTION, item, need } from './attention.ts';

/** A move and a removal that wait for a person: nothing is done before they agree. */
function question(id: string, fault: Fault, path: string): AttentionItem {
  const { title, sentence, remedy, fixes, cause } = troubleOf(fault, {
    path,
    isMirror: false,
    hasUnsent: false,
    id: '1',
  });
  return item(id, 'blocked', path, { title, text: sentence, remedy, fixes: [...fixes], cause: `m1 ${cause}` });
}

const WITHOUT = fixLabel('allow', { path: '', mirror: 'm1', cause: 'm1 older-versions' });
const QUESTIONS = [
  question(
    'q1',
    {
      kind: 'wider-audience',
      path: 'Shared/plate7.csv',
      folder: 'f2' as ServiceId,
      who: [
        { key: 'user:ben', name: 'Ben Okafor' },
        { key: 'user:cleo', name: 'Cleo Marchetti' },
      ],
    },
    'Shared/plate7.csv',
  ),
  question(
    'q2',
    {
      kind: 'older-versions',
      path: 'Plates/raw.tif',
      kept: { versions: 2, sizeBytes: 96e6 },
      lost: { versions: 11, sizeBytes: 528e6 },
      isRefused: false,
    },
    'Plates/raw.tif',
  ),
];

/** What is asked before more people can read something, or versions are lost. */
export const askingScenes: readonly Scene[] = [
  {
    screen: 'attention',
    state: 'full',
    name: 'questions',
    route: ATTENTION,
    world: need(QUESTIONS),
    shows: ['Ben Okafor', 'Older versions would be lost'],
  },
  {
    screen: 'attention',
    state: 'full',
    name: 'without its older versions',
    route: ATTENTION,
    world: need(QUESTIONS),
    steps: async ({ press }) => {
      await press(attentionWords.moreFor('raw.tif'));
      await press(WITHOUT);
    },
    shows: [fixWords.withoutOlder.confirm],
  },
];
