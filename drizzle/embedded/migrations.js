import journal from './meta/_journal.json';
import m0000 from './0000_tables.sql';
import m0001 from './0001_lexicon.sql';
import m0002 from './0002_vectors.sql';
import m0003 from './0003_retention.sql';
import m0004 from './0004_slot_owners.sql';
import m0005 from './0005_reply_key_hashes.sql';

  export default {
    journal,
    migrations: {
      m0000,
m0001,
m0002,
m0003,
m0004,
m0005
    }
  }
  