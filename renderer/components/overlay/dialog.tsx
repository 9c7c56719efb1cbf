import { type FormEvent, type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components';

import { shownName } from '../../../shared/text/shown-name.ts';
import { classes } from '../classes.ts';
import layout from '../layout/layout.module.css';
import styles from './dialog.module.css';
import { Overlay } from './overlay.tsx';
import { useFocusAfterSheets, useKeptFocus } from './restore-focus.ts';
import { useIsLong } from './use-is-long.ts';

/** What a dialog asks, and the buttons that answer. */
export interface DialogProps {
  readonly title: string;
  /** `alertdialog` interrupts: something is at stake. Then a click beside it does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'small' | 'plain' | 'large' | 'wide';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What Enter in a field does; then one of the buttons is of the type `submit`. */
  readonly onSubmit?: () => void;
  /** Cannot be put away now. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
  /** In reading order; the one that risks least has `isFirst` and receives the focus. */
  readonly buttons: ReactNode;
}

/** A sheet over the window. Escape closes it; the focus goes in, stays in, and returns to where it was. */
export function Dialog({ isOpen, onClose, ...sheet }: DialogProps) {
  const { role = 'dialog', size = 'plain', isBusy = false } = sheet;
  return (
    <Overlay
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={role === 'dialog' && !isBusy}
      isHeld={isBusy}
      className={styles['overlay']}
      sheet={classes(styles['sheet'], styles[size])}
    >
      <Sheet {...sheet} role={role} />
    </Overlay>
  );
}

function Sheet({ title, role, onSubmit, children, buttons }: Omit<DialogProps, 'isOpen' | 'onClose'>) {
  const sheet = useRef<HTMLElement>(null);
  // A line that goes takes its button with it. Until the focus is back inside, no element would receive Escape.
  useKeptFocus(sheet);
  useFocusAfterSheets(sheet);
  const body = useRef<HTMLDivElement>(null);
  const isLong = useIsLong(body);
  return (
    <AriaDialog className={styles['dialog'] ?? ''} role={role ?? 'dialog'} ref={sheet}>
      <Heading slot="title" level={2} className={styles['title'] ?? ''}>
        {shownName(title)}
      </Heading>
      <Form onSubmit={onSubmit}>
        <div
          ref={body}
          className={classes(layout['scrolls'], styles['body'])}
          {...(isLong ? { tabIndex: 0, role: 'group', 'aria-label': shownName(title) } : {})}
        >
          {children}
        </div>
        <div className={styles['buttons']}>{buttons}</div>
      </Form>
    </AriaDialog>
  );
}

function Form({ onSubmit, children }: { readonly onSubmit: (() => void) | undefined; readonly children: ReactNode }) {
  if (onSubmit === undefined) return children;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {children}
    </form>
  );
}
