"""What is read: the documents, and the site that is made of them."""
