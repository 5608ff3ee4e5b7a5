-- A caller's idempotency key may hold anything: kept by its hash. SQL has none, so what stands there is set aside for `adoptReplies`, which drops these tables.
DROP INDEX `replies_expiry`;
--> statement-breakpoint
DROP INDEX `reply_memories_key`;
--> statement-breakpoint
ALTER TABLE `replies` RENAME TO `replies_by_key`;
--> statement-breakpoint
ALTER TABLE `reply_memories` RENAME TO `reply_memories_by_key`;
--> statement-breakpoint
CREATE TABLE `replies` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`text_seq` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replies_expiry` ON `replies` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `reply_memories` (
	`memory_id` text NOT NULL,
	`key_hash` text NOT NULL,
	PRIMARY KEY(`memory_id`, `key_hash`)
);
--> statement-breakpoint
CREATE INDEX `reply_memories_key` ON `reply_memories` (`key_hash`);
