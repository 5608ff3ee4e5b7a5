CREATE TABLE `vector_blocks` (
	`generation_seq` integer NOT NULL,
	`block` integer NOT NULL,
	`records` blob NOT NULL,
	PRIMARY KEY(`generation_seq`, `block`)
);
--> statement-breakpoint
CREATE TABLE `vector_generations` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`generation` text NOT NULL,
	`dimensions` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vector_generations_generation` ON `vector_generations` (`generation`);--> statement-breakpoint
CREATE TABLE `vector_slots` (
	`generation_seq` integer NOT NULL,
	`slot` integer NOT NULL,
	`memory_id` text,
	PRIMARY KEY(`generation_seq`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `vector_slots_memory` ON `vector_slots` (`memory_id`,`generation_seq`,`slot`);