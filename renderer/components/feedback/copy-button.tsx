import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../controls/button.tsx';

/** A text that is put on the clipboard. */
export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** What the button says once it is done, and when it could not be. */
  readonly done: string;
  readonly failed: string;
  readonly onSaid: (text: string) => void;
}

/** Copies a text; what came of it is said. */
export function CopyButton({ text, label, done, failed, onSaid }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  const copy = async () => {
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setOutcome(isDone ? 'done' : 'failed');
    onSaid(isDone ? done : failed);
  };
  return (
    <>
      <Button look="quiet" onPress={() => void copy()}>
        {outcome === 'done' ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        {outcome === 'done' ? done : label}
      </Button>
      {outcome === 'failed' ? <span>{failed}</span> : null}
    </>
  );
}
