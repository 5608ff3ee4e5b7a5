-- ANALYZE keeps samples of each column in pg_statistic, whole texts of up to a kilobyte among them, and they stay there when their rows are gone.
-- So it takes none of what a user wrote. No plan misses them: these columns are looked up by whole keys, or not at all.
ALTER TABLE hindsight.versions ALTER COLUMN content SET STATISTICS 0, ALTER COLUMN terms SET STATISTICS 0,
  ALTER COLUMN tags SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0, ALTER COLUMN source SET STATISTICS 0,
  ALTER COLUMN version_source SET STATISTICS 0, ALTER COLUMN reason SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE hindsight.memories ALTER COLUMN key SET STATISTICS 0, ALTER COLUMN session_id SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE hindsight.memory_tags ALTER COLUMN tag SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE hindsight.replies ALTER COLUMN reply SET STATISTICS 0;
--> statement-breakpoint
-- The samples taken before: naming a column's type drops them, and rewrites nothing when the type is the one that it has.
ALTER TABLE hindsight.versions ALTER COLUMN content TYPE text, ALTER COLUMN terms TYPE text, ALTER COLUMN tags TYPE text[],
  ALTER COLUMN reason TYPE text;
--> statement-breakpoint
ALTER TABLE hindsight.memories ALTER COLUMN key TYPE text COLLATE "C", ALTER COLUMN session_id TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE hindsight.memory_tags ALTER COLUMN tag TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE hindsight.replies ALTER COLUMN reply TYPE text;
