import { serverlessDeletion } from './serverless-deletion.ts';

serverlessDeletion('qdrant', { english: 'Quaggarium', chinese: '蜉蝣蝼蛄蜣' });
