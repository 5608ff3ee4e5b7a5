-- Words live only as hashes of folded terms (src/adapters/embedded/lexicon.ts): no text to leak from index pages, nothing in a query to be an operator.
CREATE VIRTUAL TABLE `lexicon` USING fts5(`tokens`, content='', tokenize='ascii');
--> statement-breakpoint
INSERT INTO `lexicon`(`lexicon`, `rank`) VALUES('secure-delete', 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE `lexicon_terms` USING fts5vocab('lexicon', 'row');
--> statement-breakpoint
INSERT INTO `ledger` VALUES(1, 0, 0, NULL, 0, 0, 0);
--> statement-breakpoint
INSERT INTO `tallies` VALUES
  ('episodic/live', 0), ('episodic/superseded', 0), ('episodic/expired', 0),
  ('semantic/live', 0), ('semantic/superseded', 0), ('semantic/expired', 0),
  ('episodic/forgotten', 0), ('semantic/forgotten', 0), ('unswept', 0), ('documents', 0), ('terms', 0);
--> statement-breakpoint
CREATE TRIGGER `memories_counted` AFTER INSERT ON `memories` BEGIN
  UPDATE `tallies` SET `total` = `total` + 1 WHERE `name` = new.`layer` || '/' || new.`state`;
  UPDATE `tallies` SET `total` = `total` + 1 WHERE `name` = 'unswept' AND new.`swept` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `memories_uncounted` AFTER DELETE ON `memories` BEGIN
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = old.`layer` || '/' || old.`state`;
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = 'unswept' AND old.`swept` = 0;
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = 'generation/' || old.`generation` AND old.`swept` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `memories_restated` AFTER UPDATE OF `state`, `swept` ON `memories` WHEN old.`state` <> new.`state` OR old.`swept` <> new.`swept` BEGIN
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = old.`layer` || '/' || old.`state`;
  UPDATE `tallies` SET `total` = `total` + 1 WHERE `name` = new.`layer` || '/' || new.`state`;
  UPDATE `tallies` SET `total` = `total` - (new.`swept` - old.`swept`) WHERE `name` = 'unswept';
END;
--> statement-breakpoint
CREATE TRIGGER `memories_regenerated` AFTER UPDATE OF `generation`, `swept` ON `memories` WHEN old.`generation` IS NOT new.`generation` OR old.`swept` <> new.`swept` BEGIN
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = 'generation/' || old.`generation` AND old.`swept` = 0;
  INSERT INTO `tallies` SELECT 'generation/' || new.`generation`, 1 WHERE new.`generation` IS NOT NULL AND new.`swept` = 0
    ON CONFLICT (`name`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `tombstones_counted` AFTER INSERT ON `tombstones` BEGIN
  UPDATE `tallies` SET `total` = `total` + 1 WHERE `name` = new.`layer` || '/forgotten';
END;
--> statement-breakpoint
CREATE TRIGGER `tombstones_uncounted` AFTER DELETE ON `tombstones` BEGIN
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = old.`layer` || '/forgotten';
END;
--> statement-breakpoint
CREATE TRIGGER `versions_counted` AFTER INSERT ON `versions` BEGIN
  UPDATE `tallies` SET `total` = `total` + 1 WHERE `name` = 'documents';
  UPDATE `tallies` SET `total` = `total` + new.`term_count` WHERE `name` = 'terms';
END;
--> statement-breakpoint
CREATE TRIGGER `versions_uncounted` AFTER DELETE ON `versions` BEGIN
  UPDATE `tallies` SET `total` = `total` - 1 WHERE `name` = 'documents';
  UPDATE `tallies` SET `total` = `total` - old.`term_count` WHERE `name` = 'terms';
END;
--> statement-breakpoint
-- Two rows without meaning make the root page of `texts` an inner page before the first real text: what splits a root leaves a copy of its rows behind.
INSERT INTO `texts` VALUES (1, substr(hex(zeroblob(1900)), 1, 3800), '', ''), (2, substr(hex(zeroblob(1900)), 1, 3800), '', '');
