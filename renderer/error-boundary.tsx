import { Component, type ReactNode } from 'react';

import { words } from '../shared/text/words.ts';
import styles from './error-boundary.module.css';

interface Props {
  readonly children: ReactNode;
}

/** Catches a mistake of ours while drawing: says so, keeps the words, offers to load the window again. */
export class ErrorBoundary extends Component<Props, { readonly failure: string | null }> {
  override readonly state: { readonly failure: string | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { readonly failure: string } {
    return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <main className={styles['failure']}>
        <h1>{words.failure.title}</h1>
        <p>{words.failure.sentence}</p>
        <code>{failure}</code>
        <button type="button" onClick={() => window.location.reload()}>
          {words.failure.reload}
        </button>
      </main>
    );
  }
}
