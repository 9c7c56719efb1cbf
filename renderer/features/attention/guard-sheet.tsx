import { File, Folder } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import type { GuardedItem } from '../../../shared/features/attention/decisions-model.ts';
import { attentionWords } from '../../../shared/features/attention/text.ts';
import { formatBytes, formatCount } from '../../../shared/text/format.ts';
import { guardWords as words } from '../../../shared/features/attention/guards-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { SearchField } from '../../components/fields/search-field.tsx';
import { answerGuard } from './stores/fixes.ts';
import { hideGuard, readMore, showGuard, useGuard } from './stores/guards.ts';
import { useMirrorName } from '../../state/mirrors.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './guard-sheet.module.css';

/** What would be removed, and the answer. To keep is what Enter does; to remove asks once more. */
export function GuardSheet({ item, onClose }: { readonly item: AttentionItem; readonly onClose: () => void }) {
  const [isSure, ask] = useState(false);
  const { page, items, fault } = useGuard();
  const folder = useMirrorName(item.mirror);
  const side = sideOf(item);
  useEffect(() => {
    void showGuard(item.id);
    return hideGuard;
  }, [item.id]);
  const answer = async (which: 'keep' | 'remove') => {
    const said = which === 'keep' ? words.kept[side] : words.removed[side];
    await answerGuard({ id: item.id, answer: which, seen: page === null ? 0 : page.files + page.folders }, said);
    onClose();
  };
  const what = page === null ? '' : formatCount(page.files + page.folders, 'item');
  if (isSure) return <Sure side={side} what={what} onBack={() => ask(false)} onRemove={() => void answer('remove')} />;
  return (
    <Dialog
      title={words.title(folder)}
      size="large"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{words.later}</Button>
          <Button isDisabled={page === null} onPress={() => ask(true)}>
            {words.remove[side].button}
          </Button>
          <Button look="main" isFirst onPress={() => void answer('keep')}>
            {words.keep[side].button}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={attentionWords.serviceSaid} />}
      <p>{`${words[side]} ${words.halted}`}</p>
      {page === null ? (
        fault === null ? (
          <p>{words.reading}</p>
        ) : null
      ) : (
        <>
          <p className={layout['strongInk']}>{words.summary(page.files, page.folders, page.sizeBytes)}</p>
          <Removals items={items} isMore={items.length < page.files + page.folders} />
        </>
      )}
      <p>{words.keep[side].text}</p>
    </Dialog>
  );
}

type Side = keyof typeof words.keep;

function sideOf({ cause }: AttentionItem): Side {
  if (cause === 'guard unexplained') return 'unexplained';
  return cause === 'guard here' ? 'here' : 'service';
}

/** Asks once more before anything goes; what risks nothing has the focus. */
function Sure(props: {
  readonly side: Side;
  readonly what: string;
  readonly onBack: () => void;
  readonly onRemove: () => void;
}) {
  const { confirm, text, title } = words.remove[props.side];
  return (
    <Dialog
      title={title(props.what)}
      role="alertdialog"
      size="small"
      isOpen
      onClose={props.onBack}
      buttons={
        <>
          <Button isFirst onPress={props.onBack}>
            {words.back}
          </Button>
          <Button look="danger" onPress={props.onRemove}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

/** Everything that would go, with a field to find something in it. */
function Removals({ items, isMore }: { readonly items: readonly GuardedItem[]; readonly isMore: boolean }) {
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  const found = sought === '' ? items : items.filter(({ path }) => path.toLowerCase().includes(sought));
  return (
    <>
      <SearchField label={words.find} clearLabel={words.clear} value={text} onChange={setText} />
      {/* A list that scrolls can have the focus: arrow and page keys move it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes(layout['scrolls'], styles['list'])} aria-label={words.list} tabIndex={0}>
        {found.length === 0 ? <li>{words.none}</li> : null}
        {found.map(({ id, kind, path, sizeBytes }) => (
          <li className={styles['line']} key={id}>
            {kind === 'folder' ? (
              <Folder size={15} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <File size={15} strokeWidth={1.75} aria-hidden="true" />
            )}
            <span className={styles['path']}>{shownName(path)}</span>
            <span className={layout['faintInk']}>{sizeBytes === null ? '' : formatBytes(sizeBytes)}</span>
          </li>
        ))}
      </ul>
      {isMore ? (
        <Button look="quiet" onPress={() => void readMore()}>
          {words.showMore}
        </Button>
      ) : null}
    </>
  );
}
