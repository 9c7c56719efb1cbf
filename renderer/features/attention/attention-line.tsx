import { ArrowLeftRight, Check, Ellipsis, Hand, type LucideIcon, OctagonAlert } from 'lucide-react';
import { Checkbox, GridListItem } from 'react-aria-components';

import type { AttentionGroup, AttentionItem, Fix } from '../../../shared/features/attention/model.ts';
import { attentionWords as words, fixLabel } from '../../../shared/features/attention/text.ts';
import { formatExact, formatMoment } from '../../../shared/text/format.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { copiedDetails, diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Menu, type MenuLine } from '../../components/controls/menu.tsx';
import { useNow } from '../../state/clock.ts';
import { previewItem, tellDone } from './stores/fixes.ts';
import { useMirrorName, useMirrors } from '../../state/mirrors.ts';
import { askWhy } from '../activity/stores/why.ts';
import styles from './attention-line.module.css';
import { canFixAll, openFix, openFixAll } from './open-fix.ts';
import { useAbout } from '../../state/settings.ts';
import layout from '../../components/layout/layout.module.css';

const ICONS: { readonly [G in AttentionGroup]: LucideIcon } = {
  decision: Hand,
  versions: ArrowLeftRight,
  blocked: OctagonAlert,
};

interface LineProps {
  readonly item: AttentionItem;
  /** Others that the same answer could be given for. */
  readonly like: readonly AttentionItem[];
}

/** One thing that needs a person: which, why, since when, and what can be done. */
export function AttentionLine({ item, like }: LineProps) {
  const Icon = ICONS[item.group];
  const name = useNameOf(item);
  return (
    <GridListItem id={item.key} className={styles['line'] ?? ''} textValue={`${name.name}. ${item.title}`}>
      <Checkbox slot="selection" className={styles['tick'] ?? ''}>
        <span className={styles['box']}>
          <Check size={12} strokeWidth={3} aria-hidden="true" />
        </span>
      </Checkbox>
      <span className={styles['icon']} data-group={item.group}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className={styles['words']}>
        <div className={styles['head']}>
          <p className={styles['what']}>
            <strong title={name.whole}>{name.name}</strong>
            {name.folder === '' ? null : (
              <span className={styles['folder']} title={name.whole}>
                {words.in(name.folder)}
              </span>
            )}
          </p>
          <When item={item} />
        </div>
        <p className={styles['text']}>
          {/* The heading of its group says it already. */}
          {item.fixes.includes('compare') ? null : (
            <span className={styles['title']}>{shownName(`${item.title}. `)}</span>
          )}
          {inWindow(`${item.text} ${item.remedy}`.trim())}
        </p>
        {item.said.length === 0 ? null : (
          <p className={styles['said']}>
            {`${words.serviceSaid}: `}
            <q dir="auto">{shownName(item.said.join(' ').replaceAll(/\s+/g, ' '))}</q>
          </p>
        )}
      </div>
      <Actions item={item} like={like} name={name.name} />
    </GridListItem>
  );
}

/** The first thing that can be done, and the others in a menu. */
function Actions({ item, like, name }: LineProps & { readonly name: string }) {
  const [first] = item.fixes;
  const label = words.moreFor(name);
  return (
    <div className={styles['actions']}>
      {first === undefined ? null : <Button onPress={() => openFix(first, item)}>{fixLabel(first, item)}</Button>}
      <Menu
        label={label}
        lines={moreOf(item, like)}
        button={
          <Button look="icon" label={label} onPress={() => undefined}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    </div>
  );
}

/** What it is called and where it is: a file, a mirrored folder, or the account. */
function useNameOf({ mirror, path, fixes }: AttentionItem): { name: string; folder: string; whole: string } {
  const local = useMirrors(({ value }) => value?.find(({ id }) => id === mirror)?.local);
  const top = useMirrorName(mirror);
  if (fixes.includes('open-message')) return { name: words.message, folder: '', whole: words.message };
  if (fixes.includes('open-zone')) return { name: words.zone, folder: '', whole: words.zone };
  if (mirror === '') return { name: words.account, folder: '', whole: words.account };
  if (path === '') return { name: top, folder: '', whole: local ?? top };
  const names = path.split('/');
  const folder = [top, ...names.slice(0, -1)].join(' / ');
  return { name: shownName(names.at(-1) ?? path), folder: shownName(folder), whole: shownName(`${top}/${path}`) };
}

function When({ item: { at, until } }: { readonly item: AttentionItem }) {
  const nowMs = useNow(MINUTE);
  const parts = [
    ...(at === null ? [] : [words.since(formatMoment(Date.parse(at), nowMs))]),
    ...(until === null ? [] : [words.triesAt(Date.parse(until), nowMs)]),
  ];
  if (parts.length === 0) return null;
  return (
    <time className={layout['faint']} {...(at === null ? {} : { dateTime: at, title: formatExact(Date.parse(at)) })}>
      {parts.join(' · ')}
    </time>
  );
}

/** Everything else that can be done, and what explains it. */
function moreOf(item: AttentionItem, like: readonly AttentionItem[]): readonly (MenuLine | null)[] {
  const [, ...others] = item.fixes;
  const lineOf = (fix: Fix): MenuLine => ({
    id: fix,
    label: fixLabel(fix, item),
    isDanger: fix === 'stop-mirror',
    onPress: () => openFix(fix, item),
  });
  const forAll = like.length > 1 ? item.fixes.filter(canFixAll) : [];
  return [
    ...others.map(lineOf),
    ...forAll.map(fix => ({
      id: `all ${fix}`,
      label: `${fixLabel(fix, item)} ${words.likeThis(like.length)}`,
      onPress: () => openFixAll(fix, like),
    })),
    ...(others.length + forAll.length === 0 ? [] : [null]),
    ...(item.path === '' ? [] : [{ id: 'preview', label: words.preview, onPress: () => void previewItem(item) }]),
    ...(item.mirror === ''
      ? []
      : [{ id: 'why', label: words.why, onPress: () => void askWhy(item.mirror, item.path) }]),
    { id: 'copy', label: words.copy, onPress: () => void copyDetails(item) },
  ];
}

/** Puts the facts that support asks for first into the clipboard. Nothing secret is in them. */
async function copyDetails(item: AttentionItem): Promise<void> {
  const { at, cause, correlationId, mirror, path, remedy, said, text, title } = item;
  const details = copiedDetails({
    time: at ?? new Date().toISOString(),
    operation: path === '' ? 'sync' : `sync ${path}`,
    status: null,
    errorCode: cause.slice(mirror.length).trim(),
    correlationId,
    version: useAbout.getState().about?.version ?? null,
    text: `${title}. ${text} ${remedy}`.trim(),
    more: said.length === 0 ? [] : [`${words.serviceSaid}: ${said.join(' ')}`],
  });
  try {
    await navigator.clipboard.writeText(details);
    tellDone(words.copied);
  } catch {
    tellDone(diagnosticsWords.notCopied);
  }
}
