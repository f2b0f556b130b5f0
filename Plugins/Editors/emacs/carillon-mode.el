;;; carillon-mode.el --- Tenant files of Carillon, with their language server  -*- lexical-binding: t -*-

;;; Commentary:
;; The mode of the JSON files of a tenant's folder.  With eglot, `carillon lsp' serves it.

;;; Code:

(require 'js)

(defgroup carillon nil "Tenant files of Carillon." :group 'languages)

(defcustom carillon-program "carillon"
  "The program that serves tenants' files."
  :type 'string)

;;;###autoload
(define-derived-mode carillon-mode js-mode "Carillon"
  "The mode of the JSON files of a tenant's folder."
  (setq-local js-indent-level 2))

(defun carillon-tenant-file-p (&optional file)
  "Whether FILE, or the file of this buffer, is one of a tenant's."
  (let* ((file (or file buffer-file-name))
         (folder (and file (file-name-directory file)))
         (name (and folder (file-name-nondirectory (directory-file-name folder))))
         (home (if (member name '("templates" "samples" "channels"))
                   (file-name-directory (directory-file-name folder))
                 folder)))
    (and home (string-suffix-p ".json" file) (file-exists-p (expand-file-name "profile.json" home)))))

;;;###autoload
(add-to-list 'magic-mode-alist '(carillon-tenant-file-p . carillon-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `((carillon-mode :language-id "json") . ,(lambda (&rest _) (list carillon-program "lsp")))))

(provide 'carillon-mode)
;;; carillon-mode.el ends here
