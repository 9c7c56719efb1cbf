import { Eye, EyeOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';

import { words } from '../../../shared/text/words.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import layout from '../layout/layout.module.css';
import styles from './field.module.css';

/** Something to type. */
export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** Left out where it is only to be read and copied. */
  readonly onChange?: (value: string) => void;
  readonly isReadOnly?: boolean;
  /** A sentence about what belongs here. */
  readonly hint?: string | undefined;
  /** What is wrong with it, in a sentence; null while nothing is. */
  readonly error?: string | null;
  readonly kind?: keyof typeof KINDS;
  readonly isFirst?: boolean;
  /** The label is for screen readers only, where the place says what it is. */
  readonly hidesLabel?: boolean;
  /** So many characters are chosen at first, so that typing replaces them: of a file's name, what stands before the extension. */
  readonly chosenUntil?: number | undefined;
  /** At most so many characters. */
  readonly maxLength?: number;
  /** A secret can be looked at while it is typed. */
  readonly canReveal?: boolean;
}

/** How each kind is typed: what the browser takes it for, and whether it checks the spelling. */
const KINDS = {
  line: { type: 'text', autoComplete: 'off', spellCheck: 'false' },
  text: { type: 'text', autoComplete: 'off', spellCheck: 'true' },
  secret: { type: 'password', autoComplete: 'off', spellCheck: 'false' },
  email: { type: 'email', autoComplete: 'email', spellCheck: 'false' },
  code: { type: 'text', autoComplete: 'one-time-code', spellCheck: 'false' },
} as const;

/** A labelled field with its hint and what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error = null, kind = 'line', isFirst = false } = props;
  const { hidesLabel = false, maxLength } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isRevealed, reveal] = useState(false);
  useChosen(input, props.chosenUntil);
  return (
    <AriaTextField
      className={styles['field'] ?? ''}
      value={value}
      isReadOnly={props.isReadOnly ?? false}
      isInvalid={error !== null}
      autoFocus={isFirst}
      {...KINDS[kind]}
      {...(isRevealed ? { type: 'text' as const } : {})}
      {...(onChange === undefined ? {} : { onChange })}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(hidesLabel ? { 'aria-label': label } : {})}
    >
      {hidesLabel ? null : <Label className={styles['label'] ?? ''}>{label}</Label>}
      {props.canReveal === true ? (
        <div className={styles['revealing']}>
          <Typing kind={kind} input={input} />
          <Reveal label={label} isRevealed={isRevealed} onChange={reveal} />
        </div>
      ) : (
        <Typing kind={kind} input={input} />
      )}
      <Hints hint={props.hint} />
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </AriaTextField>
  );
}

/** Once, when it opens. */
function useChosen(input: RefObject<HTMLInputElement | null>, until: number | undefined): void {
  const first = useRef(until);
  useEffect(() => {
    if (first.current !== undefined) input.current?.setSelectionRange(0, first.current);
  }, [input]);
}

function Typing({
  kind,
  input,
}: {
  readonly kind: keyof typeof KINDS;
  readonly input: RefObject<HTMLInputElement | null>;
}) {
  if (kind === 'text') return <TextArea className={classes(styles['input'], styles['tall'])} rows={4} />;
  return <Input ref={input} className={classes(styles['input'], kind === 'code' && styles['code'])} />;
}

function Reveal(props: {
  readonly label: string;
  readonly isRevealed: boolean;
  readonly onChange: (isRevealed: boolean) => void;
}) {
  const { label, isRevealed, onChange } = props;
  const Icon = isRevealed ? EyeOff : Eye;
  return (
    <Button look="icon" label={(isRevealed ? words.hide : words.reveal)(label)} onPress={() => onChange(!isRevealed)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
}

function Hints({ hint }: { readonly hint: string | undefined }) {
  if (hint === undefined) return null;
  return (
    <Text slot="description" className={layout['faint'] ?? ''}>
      {hint}
    </Text>
  );
}
