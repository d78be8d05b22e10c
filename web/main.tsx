import { render } from 'preact';
import './styles/base.css';
import './styles/frame.css';
import './styles/room.css';
import './styles/entry.css';
import './styles/diff.css';
import { App } from './app.tsx';
import { followLink } from './navigation.ts';

document.addEventListener('click', followLink);
render(<App />, document.getElementById('app')!);
