import { startSimulator } from './index';

startSimulator().then((s) => console.log(s.url, s.accounts));
