"""Every sentence that people read, a module a feature."""
