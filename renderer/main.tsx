import './styles/tokens.css';
import './styles/base.css';

import { createRoot } from 'react-dom/client';

import { keepAddress } from './address.ts';
import { App } from './app.tsx';
import { openPipe } from './connect.ts';
import './stores/appearance.ts';
import { desktop } from './stores/desktop.ts';
import { engine } from './stores/engine.ts';
import { takeSession } from './stores/window-session.ts';

if (desktop === null) takeSession();
keepAddress();
engine.start(openPipe);

const place = document.getElementById('window');
if (place !== null) createRoot(place).render(<App />);
