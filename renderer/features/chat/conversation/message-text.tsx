import { memo, useMemo, useState } from 'react';

import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { withoutTurns } from '../../../../shared/text/shown-name.ts';
import { Button } from '../../../components/controls/button.tsx';
import type { MarkdownSummary } from '../../../markdown/markdown-requests.ts';
import { headOf } from '../../../markdown/markdown-nodes.ts';
import { MarkdownTree } from '../../../markdown/markdown-tree.tsx';
import { PARTS } from '../markdown-parts.tsx';
import styles from './message-text.module.css';
import { useMarkdown } from '../reader.ts';
import layout from '../../../components/layout/layout.module.css';

const words = chatWindow.reply;

/** A reply that is longer is shown in part at first, about so much of it. */
const LONG_CHARACTERS = 20_000;
const SHOWN_CHARACTERS = 6000;

/** The text of a message as it reads; as it is written until it was read, or where it cannot be. */
export const MessageText = memo(PlainText);

function PlainText({ text, isLong }: { readonly text: string; readonly isLong: boolean }) {
  const summary = useMarkdown(text);
  if (summary === undefined) return <p className={styles['raw']}>{withoutTurns(text.slice(0, SHOWN_CHARACTERS))}</p>;
  if (summary === null) return <Unread text={text} />;
  return <Read summary={summary} mayFold={isLong && text.length > LONG_CHARACTERS} />;
}

function Read({ summary: { tree, isCut }, mayFold }: { readonly summary: MarkdownSummary; readonly mayFold: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const head = useMemo(() => (mayFold ? headOf(tree, SHOWN_CHARACTERS) : null), [tree, mayFold]);
  const isFolded = head !== null && !isWhole;
  return (
    <div className={styles['text']} dir="auto">
      <MarkdownTree tree={isFolded ? head : tree} parts={PARTS} />
      {isCut && !isFolded ? <p className={layout['soft']}>{words.cut}</p> : null}
      {head === null ? null : (
        <Button look="quiet" onPress={() => setWhole(shown => !shown)}>
          {isFolded ? words.showAll : words.showLess}
        </Button>
      )}
    </div>
  );
}

/** When a text cannot be drawn as Markdown, its words are shown as they are. */
function Unread({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isFolded = text.length > SHOWN_CHARACTERS && !isWhole;
  return (
    <>
      <p className={layout['soft']}>{words.unread}</p>
      <p className={styles['raw']} dir="auto">
        {withoutTurns(isFolded ? text.slice(0, SHOWN_CHARACTERS) : text)}
      </p>
      {isFolded ? (
        <Button look="quiet" onPress={() => setWhole(true)}>
          {words.showAll}
        </Button>
      ) : null}
    </>
  );
}
