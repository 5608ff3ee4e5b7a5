import { serverlessDeletion } from './serverless-deletion.ts';

serverlessDeletion('upstash', { english: 'Thylacinium', chinese: '鸨鸢鹳鹮鹬' });
