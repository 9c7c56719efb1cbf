import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { ConnectionInfo } from '../../../shared/features/connections/model.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Question } from '../../components/overlay/question.tsx';
import { removeConnection } from './stores/list.ts';

const words = connectionsWords.remove;

/** Asks before a connection goes. */
export function RemoveQuestion(props: { readonly connection: ConnectionInfo; readonly onClose: () => void }) {
  const { connection, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const remove = async () => {
    setBusy(true);
    const stopped = await removeConnection(connection);
    setBusy(false);
    setFault(stopped);
    if (stopped === null) onClose();
  };
  return (
    <Question
      title={words.title(shown(connection.name))}
      yes={words.yes}
      isDangerous
      canAnswer
      isBusy={isBusy}
      fault={fault}
      onYes={() => void remove()}
      onClose={onClose}
    >
      <p>{words.about}</p>
      {connection.scope?.toLowerCase() === 'organization' ? <p>{words.everybody}</p> : null}
    </Question>
  );
}
