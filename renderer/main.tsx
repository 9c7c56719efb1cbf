import './styles/tokens.css';
import './styles/base.css';

import { createRoot } from 'react-dom/client';

import { keepAddress } from './address.ts';
import { App } from './app.tsx';
import { openPipe } from './connect.ts';
import './state/appearance.ts';
import { desktop } from './state/desktop.ts';
import { engine } from './state/engine.ts';
import { takeSession } from './state/window-session.ts';

if (desktop === null) takeSession();
keepAddress();
engine.start(openPipe);

const place = document.getElementById('window');
if (place !== null) createRoot(place).render(<App />);
