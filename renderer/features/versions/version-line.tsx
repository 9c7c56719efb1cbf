import { Download, Ellipsis, Eye, GitCompare, Hash, History, Send, Trash2, Undo2 } from 'lucide-react';

import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { extractionText } from '../../../shared/features/browse/badges-text.ts';
import { formatBytes, formatExact, inOneLine } from '../../../shared/text/format.ts';
import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { HiddenText } from '../../components/feedback/hidden-text.tsx';
import { Menu, type MenuLine } from '../../components/controls/menu.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { copyText } from '../../state/edit.ts';
import { openPreview } from '../preview/stores/preview.ts';
import { compareRows, pickVersion, sendDraft, useVersions } from './stores/history.ts';
import styles from './history.module.css';
import layout from '../../components/layout/layout.module.css';

/** What a person is asked about a version of the list. */
export type AskedAbout = { readonly what: 'restore' | 'download' | 'drop'; readonly row: VersionRow };

interface LineProps {
  readonly row: VersionRow;
  readonly canCompare: boolean;
  readonly onAsk: (asked: AskedAbout) => void;
}

/** One version: which, when, by whom, what was said of it, and a menu of what can be done with it. */
export function VersionLine({ row, canCompare, onAsk }: LineProps) {
  const isPicked = useVersions(state => state.picked.includes(row.ref));
  const label = words.label(row);
  const text = row.kind === 'service' ? extractionText(row.extraction) : null;
  return (
    <li className={styles['line']}>
      {canCompare ? (
        <Checkbox isOn={isPicked} onChange={isOn => pickVersion(row.ref, isOn)}>
          <HiddenText>{words.pick(label)}</HiddenText>
        </Checkbox>
      ) : null}
      <div className={styles['words']}>
        <strong>
          {row.kind === 'service' ? words.version(row.number) : label}
          {row.isCurrent ? <Chip label={words.current} /> : null}
          {text === null ? null : <Chip label={text.label} tone="soft" />}
          {row.isHere && row.kind === 'service' ? <Chip label={words.here} tone="soft" /> : null}
        </strong>
        {row.summary === null ? null : <p>{row.summary}</p>}
        <span className={layout['faint']}>{factsOf(row)}</span>
      </div>
      <Menu
        label={words.actions(label)}
        lines={linesOf(row, onAsk)}
        button={
          <Button look="icon" label={words.actions(label)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    </li>
  );
}

function linesOf(row: VersionRow, onAsk: LineProps['onAsk']): (MenuLine | null)[] {
  const { id, name, head, readOnly } = useVersions.getState();
  const { ref, kind } = row;
  const compare: MenuLine = {
    id: 'compare',
    label: kind === 'draft' ? words.goOnMerging : words.compareWith,
    icon: GitCompare,
    isDisabled: head === null || ref === head,
    onPress: () => (head === null ? undefined : compareRows(ref, head)),
  };
  const preview: MenuLine = {
    id: 'preview',
    label: previewTexts.open,
    icon: Eye,
    isDisabled: id === null,
    onPress: () => (id === null ? undefined : openPreview({ id, name, version: kind === 'local' ? null : ref })),
  };
  const send: MenuLine = { id: 'send', label: words.sendDraft, icon: Send, onPress: () => void sendDraft() };
  if (kind === 'local') return [preview, compare];
  if (kind === 'draft')
    return [
      ...(row.base === head || head === null ? [send] : []),
      compare,
      preview,
      { id: 'download', label: words.saveDraft, icon: Download, onPress: () => onAsk({ what: 'download', row }) },
      null,
      { id: 'drop', label: words.drop, icon: Trash2, isDanger: true, onPress: () => onAsk({ what: 'drop', row }) },
    ];
  return [
    preview,
    compare,
    { id: 'download', label: words.download, icon: Download, onPress: () => onAsk({ what: 'download', row }) },
    {
      id: 'restore',
      label: words.restore,
      icon: head === null ? History : Undo2,
      isDisabled: row.isCurrent || head === null || readOnly !== null,
      onPress: () => onAsk({ what: 'restore', row }),
    },
    null,
    { id: 'copy', label: words.copyId, icon: Hash, onPress: () => void copyText(ref) },
  ];
}

function factsOf({ at, sizeBytes, who, source, kind }: VersionRow): string {
  const ms = at === null ? Number.NaN : Date.parse(at);
  const parts = [
    // A time that is none is shown as the service sent it.
    at === null ? '' : Number.isNaN(ms) ? at : formatExact(ms),
    who === null ? '' : words.by(who),
    sizeBytes === null ? '' : inOneLine(formatBytes(sizeBytes)),
    source === null ? '' : words.source(source),
    kind === 'local' ? words.localText : '',
    kind === 'draft' ? words.draftText : '',
  ];
  return parts.filter(part => part !== '').join(' · ');
}
