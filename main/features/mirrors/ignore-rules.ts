import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { RuleInfo, RulingInfo } from '../../../shared/features/mirrors/rules-model.ts';
import { ruleTexts } from '../../../shared/features/mirrors/rules-text.ts';
import { BUILT_IN, patternTrouble } from '../../core/policy/ignore.ts';
import type { Kind } from '../../core/item.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { HiddenThing } from '../../journal/records/ignore-rules.ts';
import { askedMirror, askedPath } from '../../items/resolve-path.ts';
import type { AskedPath } from '../../items/resolve-path.ts';
import type { AppContext } from '../../items/app-context.ts';

/** The ignore rules, and what they hide. */
export function ruleHandlers(
  context: AppContext,
): Pick<Handlers, 'rules.list' | 'rules.add' | 'rules.remove' | 'rules.test'> {
  const { engine, journal } = context;
  const finish = (): void => {
    context.changed();
    context.checkNow();
  };
  return {
    'rules.list': async ({ mirror }) => {
      const mirrors = mirror === null ? journal.mirrors.all() : [askedMirror(journal, mirror)];
      return mirrors.flatMap(one => ruleInfos(context, one));
    },
    'rules.add': ({ mirror: id, pattern }) =>
      engine.exclusively(async () => {
        const mirror = askedMirror(journal, id);
        const trouble = patternTrouble(pattern);
        if (trouble !== null) throw badRequest(ruleTexts.trouble[trouble]);
        const isKnown = ignoringOf(journal, mirror).rules.some(rule => rule.pattern === pattern);
        if (!isKnown) journal.rules.add(mirror.id, pattern);
        finish();
        return { mirror: mirror.id, added: !isKnown };
      }),
    'rules.remove': ({ mirror: id, pattern }) =>
      engine.exclusively(async () => {
        const mirror = askedMirror(journal, id);
        if (!journal.rules.remove(mirror.id, pattern)) throw badRequest(noOwnRule(pattern));
        finish();
        return { mirror: mirror.id };
      }),
    'rules.test': async question => rulingOf(context, await askedPath(context, question)),
  };
}

function noOwnRule(pattern: string): string {
  const isBuiltIn = BUILT_IN.some(rule => rule.pattern === pattern);
  return isBuiltIn ? ruleTexts.builtIn(pattern) : ruleTexts.unknown(pattern);
}

/** All rules of a mirror; counts come from the last scans, judged by the present rules. */
function ruleInfos({ journal }: AppContext, mirror: Mirror): RuleInfo[] {
  const ignoring = ignoringOf(journal, mirror);
  const counts = new Map<string, { local: number; remote: number }>();
  for (const thing of journal.rules.hidden(mirror.id)) {
    const { ignored, rule } = ignoring.ruling(pathOf(thing), thing.kind);
    if (!ignored || rule === null) continue;
    const count = counts.get(rule.pattern) ?? { local: 0, remote: 0 };
    counts.set(rule.pattern, { ...count, [thing.side]: count[thing.side] + 1 });
  }
  return ignoring.rules.map(({ pattern, origin }) => {
    const { local = 0, remote = 0 } = counts.get(pattern) ?? {};
    return { mirror: mirror.id, pattern, origin, hidesHere: local, hidesThere: remote };
  });
}

function pathOf({ folder, name }: HiddenThing): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function rulingOf({ journal }: AppContext, asked: AskedPath): RulingInfo {
  const { mirror, path } = asked;
  const { ignored, rule } = ignoringOf(journal, mirror).ruling(path, asked.kind ?? kindAt(asked, journal));
  return { mirror: mirror.id, path, ignored, rule };
}

/** What was last seen at a path; 'file' where nothing was. */
function kindAt({ mirror, path }: AskedPath, journal: AppContext['journal']): Kind {
  const hidden = journal.rules.hidden(mirror.id).find(thing => pathOf(thing) === path);
  if (hidden !== undefined) return hidden.kind;
  return journal.items.byPath(mirror.rootItem, path)?.kind ?? 'file';
}
