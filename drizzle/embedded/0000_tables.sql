CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`session_revision` integer NOT NULL,
	`target_generation` text,
	`log_dirty` integer NOT NULL,
	`largest_commit_bytes` integer NOT NULL,
	`blank_bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `links` (
	`key_hash` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`key_hash`, `occurred_at`, `created_at`, `id`)
);
--> statement-breakpoint
CREATE TABLE `memories` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`text_seq` integer NOT NULL,
	`layer` text NOT NULL,
	`origin` text,
	`key_hash` text,
	`session_id` text,
	`identity` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`seen_count` integer NOT NULL,
	`access_count` integer NOT NULL,
	`last_accessed_at` integer,
	`valid_to` integer,
	`superseded_at` integer,
	`superseded_by` text,
	`state` text NOT NULL,
	`swept` integer NOT NULL,
	`generation` text,
	`skipped` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memories_id` ON `memories` (`id`);--> statement-breakpoint
CREATE INDEX `memories_identity` ON `memories` (`identity`);--> statement-breakpoint
CREATE INDEX `memories_creation` ON `memories` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_state` ON `memories` (`state`,`occurred_at`);--> statement-breakpoint
CREATE INDEX `memories_session` ON `memories` (`session_id`,`occurred_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_expiry` ON `memories` (`swept`,`expires_at`);--> statement-breakpoint
CREATE INDEX `memories_generation` ON `memories` (`swept`,`generation`);--> statement-breakpoint
CREATE TABLE `memory_tags` (
	`tag_hash` text NOT NULL,
	`memory_seq` integer NOT NULL,
	PRIMARY KEY(`tag_hash`, `memory_seq`)
);
--> statement-breakpoint
CREATE INDEX `memory_tags_memory` ON `memory_tags` (`memory_seq`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`memory_id` text NOT NULL,
	`kind` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`retry_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_memory` ON `outbox` (`memory_id`);--> statement-breakpoint
CREATE INDEX `outbox_retry` ON `outbox` (`retry_at`);--> statement-breakpoint
CREATE TABLE `padding` (
	`seq` integer PRIMARY KEY NOT NULL,
	`zeros` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `replies` (
	`idempotency_key` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`text_seq` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `replies_expiry` ON `replies` (`expires_at`);--> statement-breakpoint
CREATE TABLE `reply_memories` (
	`memory_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	PRIMARY KEY(`memory_id`, `idempotency_key`)
);
--> statement-breakpoint
CREATE INDEX `reply_memories_key` ON `reply_memories` (`idempotency_key`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`turn` integer NOT NULL,
	`event_order` integer NOT NULL,
	`budget_tokens` integer NOT NULL,
	`strategy` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_activity` ON `sessions` (`last_active_at`);--> statement-breakpoint
CREATE TABLE `summary_sources` (
	`source_id` text NOT NULL,
	`summary_id` text NOT NULL,
	PRIMARY KEY(`source_id`, `summary_id`)
);
--> statement-breakpoint
CREATE INDEX `summary_sources_summary` ON `summary_sources` (`summary_id`);--> statement-breakpoint
CREATE TABLE `tallies` (
	`name` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `texts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`terms` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tombstone_hashes` (
	`content_hash` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`content_hash`, `id`)
);
--> statement-breakpoint
CREATE INDEX `tombstone_hashes_id` ON `tombstone_hashes` (`id`);--> statement-breakpoint
CREATE TABLE `tombstones` (
	`id` text PRIMARY KEY NOT NULL,
	`layer` text NOT NULL,
	`key_hash` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`forgotten_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tombstones_creation` ON `tombstones` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `versions` (
	`seq` integer PRIMARY KEY NOT NULL,
	`memory_seq` integer NOT NULL,
	`version` integer NOT NULL,
	`importance` real NOT NULL,
	`volatility` text NOT NULL,
	`expires_at` integer,
	`recorded_at` integer NOT NULL,
	`replaced_at` integer,
	`term_count` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `versions_memory` ON `versions` (`memory_seq`,`version`);--> statement-breakpoint
CREATE TABLE `working_items` (
	`session_id` text NOT NULL,
	`memory_id` text NOT NULL,
	`text_seq` integer NOT NULL,
	`owned` integer NOT NULL,
	`tokens` integer NOT NULL,
	`importance` real NOT NULL,
	`pinned` integer NOT NULL,
	`added_turn` integer NOT NULL,
	`added_order` integer NOT NULL,
	`used_order` integer NOT NULL,
	`retrieved` integer NOT NULL,
	PRIMARY KEY(`session_id`, `memory_id`)
);
--> statement-breakpoint
CREATE INDEX `working_items_memory` ON `working_items` (`memory_id`);