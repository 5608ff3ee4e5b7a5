-- Whoever owns a slot is looked up some hundred times in a search: one small tree without rowids holds what decides for nearly all of them.
CREATE TABLE `vector_slots_next` (
	`generation_seq` integer NOT NULL,
	`slot` integer NOT NULL,
	`memory_id` text,
	`layer` text,
	`lasting` integer NOT NULL,
	PRIMARY KEY(`generation_seq`, `slot`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `vector_slots_next` SELECT s.`generation_seq`, s.`slot`, s.`memory_id`, m.`layer`, m.`seq` IS NOT NULL AND m.`superseded_at` IS NULL AND m.`expires_at` IS NULL
  FROM `vector_slots` AS s LEFT JOIN `memories` AS m ON m.`id` = s.`memory_id` ORDER BY s.`generation_seq`, s.`slot`;
--> statement-breakpoint
DROP TABLE `vector_slots`;
--> statement-breakpoint
ALTER TABLE `vector_slots_next` RENAME TO `vector_slots`;
--> statement-breakpoint
CREATE INDEX `vector_slots_memory` ON `vector_slots` (`memory_id`,`generation_seq`,`slot`);
--> statement-breakpoint
CREATE TRIGGER `vector_slots_limited` AFTER UPDATE OF `superseded_at`, `expires_at` ON `memories`
WHEN (old.`superseded_at` IS NULL AND old.`expires_at` IS NULL) <> (new.`superseded_at` IS NULL AND new.`expires_at` IS NULL) BEGIN
  UPDATE `vector_slots` SET `lasting` = new.`superseded_at` IS NULL AND new.`expires_at` IS NULL WHERE `memory_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `vector_slots_orphaned` AFTER DELETE ON `memories` BEGIN
  UPDATE `vector_slots` SET `lasting` = 0 WHERE `memory_id` = old.`id`;
END;
